/** Styles of the status page. It follows the system's light or dark mode; on a narrow screen each row of the table is a card. */
export const STATUS_STYLE = `:root { color-scheme: light dark; --ink: #1c2430; --paper: #f6f7f9; --card: #fff; --line: #d5dae1; --aside: #566173; --good: #17693a; --bad: #a8201a; --link: #1a4fa3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --paper: #14181e; --card: #1d232c; --line: #343d4a; --aside: #a3aebd; --good: #6fd397; --bad: #ff8f88; --link: #9dc0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
p { margin: .25rem 0; }
a { color: var(--link); }
header { display: grid; gap: .1rem; margin-bottom: 1rem; }
section, .note { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-bottom: 1rem; }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.note.bad { border-color: var(--bad); }
.aside { color: var(--aside); font-size: .9rem; font-weight: 400; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1rem; margin: 1rem 0 0; }
dt { color: var(--aside); font-size: .9rem; }
dd { margin: 0; }
dd strong { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; line-height: 1.2; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { white-space: nowrap; color: var(--aside); font-size: .9rem; font-weight: 400; }
th .aside { display: block; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
ul { margin: 0; padding-left: 1.2rem; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: .25rem; padding: .5rem; margin: .25rem 0; overflow-x: auto; white-space: pre-wrap; font-size: .85rem; }
footer { color: var(--aside); font-size: .9rem; }
@media (max-width: 45rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody, tr, tbody th, td { display: block; padding: .1rem 0; border: 0; }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td.number { display: flex; justify-content: space-between; text-align: left; }
  td.number::before { content: attr(data-name); color: var(--aside); }
}
`;
