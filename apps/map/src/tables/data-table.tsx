import './data-table.css';
import type { ComponentChildren } from 'preact';

export interface Row {
  key: string;
  cells: readonly ComponentChildren[];
}

/**
 * Rows under headings; on a phone, each row is a block with the headings next to its cells. The first cell of a row is its name. Roles are
 * explicit, because blocks do not have those of a table.
 */
export function DataTable({
  caption,
  head,
  rows,
  empty,
  captionHidden = false,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly Row[];
  empty: string;
  captionHidden?: boolean;
}) {
  if (rows.length === 0) return <p class="quiet-text">{empty}</p>;
  return (
    <div class="table-scroll" role="group" aria-label={caption} tabIndex={0}>
      <table class="data-table" role="table">
        <caption class={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {head.map((name) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key} role="row">
              <th scope="row" role="rowheader">
                {first}
              </th>
              {others.map((cell, at) => (
                <td key={head[at + 1]} role="cell" data-head={head[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
