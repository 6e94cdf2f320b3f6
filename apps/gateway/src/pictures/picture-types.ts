/** What a picture may be sent as, and what it is answered as. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
