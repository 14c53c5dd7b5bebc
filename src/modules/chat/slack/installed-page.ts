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
    installed: 'Slack connected',
    where: (team) => `Posthorn is in <strong>${team}</strong>. In Slack, type <code>/posthorn help</code>.`,
    close: 'You can close this window.',
    refused: 'Couldn’t connect Slack',
    tryAgain: 'Go back to Posthorn and try again.',
  },
  de: {
    installed: 'Slack verbunden',
    where: (team) => `Posthorn ist jetzt in <strong>${team}</strong>. Gib in Slack <code>/posthorn help</code> ein.`,
    close: 'Du kannst dieses Fenster schließen.',
    refused: 'Slack konnte nicht verbunden werden',
    tryAgain: 'Geh zurück zu Posthorn und versuche es erneut.',
  },
  es: {
    installed: 'Slack está conectado',
    where: (team) => `Posthorn está en <strong>${team}</strong>. En Slack, escribe <code>/posthorn help</code>.`,
    close: 'Puedes cerrar esta ventana.',
    refused: 'No se pudo conectar Slack',
    tryAgain: 'Vuelve a Posthorn e inténtalo de nuevo.',
  },
  fr: {
    installed: 'Slack est connecté',
    where: (team) => `Posthorn est dans <strong>${team}</strong>. Dans Slack, tapez <code>/posthorn help</code>.`,
    close: 'Vous pouvez fermer cette fenêtre.',
    refused: 'Impossible de connecter Slack',
    tryAgain: 'Revenez à Posthorn et réessayez.',
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
