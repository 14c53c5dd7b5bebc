/** The ratings of GIFs, from those for everyone. */
export const gifRatings = ['g', 'pg', 'pg-13', 'r'] as const
