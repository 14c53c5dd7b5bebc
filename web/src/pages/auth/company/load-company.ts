import { openCompanyTexts } from '#web/i18n/company-texts.ts'

/** Loads the page that the identity provider returns to, together with its texts. */
export async function loadCompanyPage() {
  const [page] = await Promise.all([import('./company-page.tsx'), openCompanyTexts()])
  return page
}

/** Loads the button of the sign-in page. */
export async function loadCompanyButton() {
  const [part] = await Promise.all([import('./company-button.tsx'), openCompanyTexts()])
  return part.CompanyButton
}

/** Loads what the sheet for a new sign-in shows to people who have no password. */
export async function loadSignInElsewhere() {
  const [part] = await Promise.all([import('./sign-in-elsewhere.tsx'), openCompanyTexts()])
  return part.SignInElsewhere
}
