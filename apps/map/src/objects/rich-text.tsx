import { richText, type TextPart } from './rich-text-parts.js';

/** The description of an object: paragraphs, lists, bold, italic and links. HTML is shown as text. */
export function RichText({ text }: { text: string }) {
  return (
    <div class="object-text stack">
      {richText(text).map((block, at) =>
        block.is === 'list' ? (
          <ul key={at}>
            {block.items.map((item, each) => (
              <li key={each}>
                <Parts parts={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={at}>
            <Parts parts={block.parts} />
          </p>
        ),
      )}
    </div>
  );
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return (
    <>
      {parts.map((part, at) => {
        if (part.is === 'bold') return <strong key={at}>{part.text}</strong>;
        if (part.is === 'italic') return <em key={at}>{part.text}</em>;
        if (part.is === 'link')
          return (
            <a key={at} href={part.href} target="_blank" rel="noopener noreferrer">
              {part.text}
            </a>
          );
        return part.text;
      })}
    </>
  );
}
