import { type ComponentChild, render } from 'preact';

/**
 * Prints content other than the page: it is added next to the app, which the style sheet hides on paper, and removed afterwards.
 * @param paper millimetres
 */
export function printPages(pages: ComponentChild, paper: { width: number; height: number }): void {
  const root = document.createElement('div');
  root.className = 'code-print';
  const size = new CSSStyleSheet();
  // Only a style sheet can set the paper size; the content security policy does not count one created by a script as inline style.
  size.replaceSync(`@page { size: ${paper.width}mm ${paper.height}mm; margin: 0; }`);
  document.body.append(root);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, size];
  render(pages, root);
  const done = (): void => {
    removeEventListener('afterprint', done);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== size);
    render(null, root);
    root.remove();
  };
  addEventListener('afterprint', done);
  print();
}
