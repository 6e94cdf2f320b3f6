import { useApp } from '../app/app.js';

/** Nothing is listed, as the legend's choice of types leaves everything out. */
export function OnlySomeTypes({ text }: { text: string }) {
  const { words, address } = useApp();
  const { more } = address.now.value;
  return (
    <div class="object-empty stack">
      <p>{text}</p>
      <button onClick={() => address.replace({ more: { ...more, types: '' } })}>{words.value.objects.allTypes}</button>
    </div>
  );
}
