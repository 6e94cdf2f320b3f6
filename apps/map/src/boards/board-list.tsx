import './board.css';
import type { ComponentChildren } from 'preact';
import { useApp } from '../app/app.js';
import type { Pages } from '../loading/pages.js';

interface BoardListProps<T> {
  title: string;
  /** The control that creates a new one. */
  make?: ComponentChildren;
  pages: Pages<T>;
  /** Shown if the list is empty. */
  none: ComponentChildren;
  /** Label of the button that loads older ones. */
  older: string;
  children: (all: readonly T[]) => ComponentChildren;
}

/** The page of all polls, or of all dashboards. */
export function BoardList<T>({ title, make, pages: { all, fault, more }, none, older, children }: BoardListProps<T>) {
  const { words } = useApp();
  return (
    <>
      <header class="spread">
        <h1>{title}</h1>
        {make}
      </header>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      {all.value === undefined && fault.value === '' && <p class="quiet-text">{words.value.app.loading}</p>}
      {all.value?.length === 0 && <div class="card stack">{none}</div>}
      {all.value !== undefined && all.value.length > 0 && children(all.value)}
      {more !== undefined && <button onClick={() => void more()}>{older}</button>}
    </>
  );
}

/** A link that opens one of them; with the browser's modifier keys, in a new tab or window. */
export function BoardLink({
  page,
  opens,
  children,
}: {
  page: 'Polls' | 'Dashboards';
  opens: Record<string, string>;
  children: ComponentChildren;
}) {
  const { address } = useApp();
  return (
    <a
      class="card board-link"
      href={address.link({ page, id: undefined, more: opens })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        address.go({ more: opens });
      }}
    >
      {children}
    </a>
  );
}
