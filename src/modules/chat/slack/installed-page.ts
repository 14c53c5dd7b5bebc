import type { InEvery, Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'

interface Words {
  readonly installed: string
  /** HTML, with the escaped name of the workspace. */
  readonly where: (team: string) => string
  readonly close: string
  readonly refused: string
  readonly tryAgain: string
}

const words: InEvery<Words> = {
  en: {
    installed: 'Slack is connected',
    where: (team) => `Posthorn is in <strong>${team}</strong>. In Slack, type <code>/posthorn help</code>.`,
    close: 'You can close this page.',
    refused: 'Slack was not connected',
    tryAgain: 'Go back to Posthorn to try again.',
  },
  de: {
    installed: 'Slack ist verbunden',
    where: (team) => `Posthorn ist in <strong>${team}</strong>. Tippe in Slack <code>/posthorn help</code>.`,
    close: 'Du kannst diese Seite schließen.',
    refused: 'Slack wurde nicht verbunden',
    tryAgain: 'Geh zurück zu Posthorn, um es noch einmal zu versuchen.',
  },
}

/** Texts of the page that ends an installation. They never repeat anything from the URL. */
export const installedPage = (teamName: string, language: Language) => ({
  language,
  title: words[language].installed,
  body: [`<p>${words[language].where(escapeHtml(teamName))}</p>`, `<p>${words[language].close}</p>`],
})

export const refusedPage = (sentence: string, language: Language) => ({
  language,
  title: words[language].refused,
  body: [`<p>${escapeHtml(sentence)}</p>`, `<p>${words[language].tryAgain}</p>`],
})
