import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'
import { EditImageDialog } from './edit-image-dialog.tsx'

/** The texts of the dialog that edits an image, by language. */
const imageTexts: AreaLoaders<'images'> = {
  en: async () => (await import('#web/i18n/en/images/index.ts')).images,
  de: async () => (await import('#web/i18n/de/images/index.ts')).images,
  es: async () => (await import('#web/i18n/es/images/index.ts')).images,
  fr: async () => (await import('#web/i18n/fr/images/index.ts')).images,
}

/** Returns the dialog after its texts. */
export async function loadEditDialog(): Promise<typeof EditImageDialog> {
  await openArea('images', imageTexts)
  return EditImageDialog
}
