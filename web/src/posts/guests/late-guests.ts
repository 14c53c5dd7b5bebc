import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'

const loadTexts = async () => (await import('./open-texts.ts')).openGuestTexts()
const loadCard = makeImport(async () => (await Promise.all([import('./guests-card.tsx'), loadTexts()]))[0])
const loadDialog = makeImport(async () => (await Promise.all([import('./invite-guest-dialog.tsx'), loadTexts()]))[0])

/** The clients of a brand, and the form that invites one. Their code and texts load after the page. */
export const GuestsCard = makeLatePart(async () => (await loadCard()).GuestsCard)
export const InviteGuestDialog = makeLatePart(async () => (await loadDialog()).InviteGuestDialog)
