const FREE_AFTER_MS = 60_000;

/** Saves a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), FREE_AFTER_MS);
}

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });

/** An id may contain any character, a file name may not. */
const fileName = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '_').slice(0, 120);
