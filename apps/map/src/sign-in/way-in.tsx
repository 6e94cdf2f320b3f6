import type { ComponentChildren } from 'preact';
import { useApp } from '../app/app.js';

/** The card of a page before sign-in. */
export function WayIn({ title, children }: { title: string; children: ComponentChildren }) {
  const { words } = useApp();
  return (
    <main class="way-in" id="content" tabIndex={-1}>
      <div class="card">
        <p class="brand">
          <img src="/app/icon.svg" alt="" />
          {words.value.app.name}
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
