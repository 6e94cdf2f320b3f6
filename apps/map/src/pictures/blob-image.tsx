import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A picture from memory. */
export function BlobImage({ blob, alt }: { blob: Blob; alt: string }) {
  const address = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    address.value = made;
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address.value === undefined ? null : <img src={address.value} alt={alt} />;
}
