/** The time for which a deleted post or profile can be restored. */
export const trashDays = 30
export const trashKeepsMs = trashDays * 86_400_000
