import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'

const loadTexts = async () => (await import('#web/posts/team/open-texts.ts')).openTeamTexts()
const loadField = makeImport(async () => (await Promise.all([import('./note-field.tsx'), loadTexts()]))[0])
const loadLabels = makeImport(() => import('./labels-dialog.tsx'))

const loadLine = makeImport(() => import('./note-line.tsx'))

/** A note between the messages. */
export const NoteLine = makeLatePart(async () => (await loadLine()).NoteLine)
/** The field for notes, whose code and texts are those of comments between colleagues. */
export const NoteField = makeLatePart(async () => (await loadField()).NoteField)
/** The choice of labels. It loads when it is opened. */
export const LabelsDialog = makeLatePart(async () => (await loadLabels()).LabelsDialog)
