const FREE_AFTER_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), FREE_AFTER_MS);
}

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });

/** An id may have any signs in it, a file's name may not. */
const fileName = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '_').slice(0, 120);
