/**
 * Lengths after which a network folds a text behind "more". No network documents them, and they differ between devices,
 * but they are close enough to show what is read first.
 */
export const folds = { linkedin: 210, facebook: 477, tiktok: 90, pinterest: 50, youtube: 150, instagram: 125 } as const
