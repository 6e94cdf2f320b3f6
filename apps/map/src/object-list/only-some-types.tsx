import { useApp } from '../app/app.js';

/** Shown when the list is empty because of the types chosen in the legend. */
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
