/** Restore period of a deleted post or profile. */
export const trashDays = 30
export const trashKeepsMs = trashDays * 86_400_000
