import type { ComponentChildren } from 'preact';

export interface Row {
  key: string;
  cells: readonly ComponentChildren[];
}

/** Rows under headings; on a phone it scrolls sideways within itself. The first cell of a row names it. */
export function DataTable({ caption, head, rows, empty, captionHidden = false }: { caption: string; head: readonly string[]; rows: readonly Row[]; empty: string; captionHidden?: boolean }) {
  if (rows.length === 0) return <p class="quiet-text">{empty}</p>;
  return (
    <div class="table-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table class="data-table">
        <caption class={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
