import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'

const loadTexts = async () => (await import('./open-texts.ts')).openTeamTexts()
const loadCard = makeImport(async () => (await Promise.all([import('./team-card.tsx'), loadTexts()]))[0])
const loadDrawer = makeImport(async () => (await Promise.all([import('./team-drawer.tsx'), loadTexts()]))[0])

/** The team comments on the page of a post, and folded in the composer. Their code and texts load after the page. */
export const TeamCard = makeLatePart(async () => (await loadCard()).TeamCard)
export const TeamDrawer = makeLatePart(async () => (await loadDrawer()).TeamDrawer)
