import { openStepTexts } from '#web/posts/approval/open-texts.ts'

/** Loads the page with its texts, so that nothing on it moves when they arrive. */
export async function openGeneral() {
  const [page] = await Promise.all([import('./general-page.tsx'), openStepTexts()])
  return page
}
