/**
 * The languages of Posthorn, by their names in themselves: of the web app, emails, chats and pages rendered by the
 * service.
 */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof languages

/** True for a language of Posthorn, such as `de`. */
export const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text)
