import { openPasskeyTexts } from '#web/i18n/passkey-texts.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'

async function load() {
  const [part] = await Promise.all([import('./passkey-button.tsx'), openPasskeyTexts()])
  return part
}

/** The button of the sign-in page and of the sheet for a new sign-in, with its texts. */
export const PasskeyButton = makeLatePart(async () => (await load()).PasskeyButton)

/** The button next to the code of the second factor. */
export const PasskeyFactor = makeLatePart(async () => (await load()).PasskeyFactor)
