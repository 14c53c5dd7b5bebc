import { openArea } from '#web/i18n/frame.ts'
import { imageTexts } from '../stock/image-texts.ts'
import { EditImageDialog } from './edit-image-dialog.tsx'

/** Returns the dialog after its texts. */
export async function loadEditDialog(): Promise<typeof EditImageDialog> {
  await openArea('images', imageTexts)
  return EditImageDialog
}
