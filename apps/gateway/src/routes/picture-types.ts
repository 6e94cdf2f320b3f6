/** Accepted and returned types of pictures. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
