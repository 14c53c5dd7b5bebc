import { makeLatePart } from './late-part.tsx'

/** The banner for parts of the frame, whose calls rarely fail. */
export const LateProblemBanner = makeLatePart(async () => (await import('../problem-banner.tsx')).ProblemBanner)
