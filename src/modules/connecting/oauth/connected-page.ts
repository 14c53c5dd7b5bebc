import type { Connector } from '#connectors/connector.ts'
import { sayRefusal } from '#infra/http/answer/problem.ts'
import { type RefusalCode, refusals } from '#kernel/errors.ts'
import type { InEvery, Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { type Network, readPlatform } from '#rules/network-names.ts'
import { renderPage } from '../html-page.ts'

type Connectors = Readonly<Partial<Record<Network, Connector>>>

interface Words {
  readonly connected: (network: string) => string
  readonly close: string
  readonly choose: (network: string) => string
  /** Paragraphs as HTML. */
  readonly whoChooses: readonly string[]
  readonly failed: string
  readonly tryAgain: string
  readonly unknown: string
  readonly nothing: string
}

const words: InEvery<Words> = {
  en: {
    connected: (network) => `${network} is connected`,
    close: 'You can close this window.',
    choose: (network) => `Choose a ${network} page`,
    whoChooses: [
      'Access granted. This account has more than one page. Choose one within 24 hours in the app you came from, or ' +
        'ask the person who invited you.',
      'Building your own app? List pages with <code>GET /v1/connections/pages</code>. See <a ' +
        'href="/docs/guides/connecting">Connecting accounts</a>.',
    ],
    failed: 'No account connected',
    tryAgain: 'Go back to the app and try again.',
    unknown: 'Something went wrong.',
    nothing: 'Nothing to show here. This page appears after you connect an account.',
  },
  de: {
    connected: (network) => `${network} ist verbunden`,
    close: 'Du kannst dieses Fenster schließen.',
    choose: (network) => `Wähle eine ${network}-Seite`,
    whoChooses: [
      'Zugriff erteilt. Zu diesem Konto gehören mehrere Seiten. Wähle innerhalb von 24\u00A0Stunden eine aus: in der ' +
        'App, aus der du kommst, oder über die Person, die dich eingeladen hat.',
      'Du schreibst eine eigene App? Die Seiten listet <code>GET /v1/connections/pages</code> auf. Mehr dazu auf ' +
        'Englisch: <a href="/docs/guides/connecting" hreflang="en">Connecting accounts</a>.',
    ],
    failed: 'Kein Konto verbunden',
    tryAgain: 'Geh zurück zur App und versuche es erneut.',
    unknown: 'Etwas ist schiefgelaufen.',
    nothing: 'Hier gibt es nichts zu sehen. Diese Seite erscheint, nachdem du ein Konto verbunden hast.',
  },
  es: {
    connected: (network) => `Cuenta de ${network} conectada`,
    close: 'Puedes cerrar esta ventana.',
    choose: (network) => `Elige una página de ${network}`,
    whoChooses: [
      'Diste acceso, y esta cuenta tiene más de una página. Elige una en las próximas 24 horas en la app de la que ' +
        'vienes, o pídeselo a la persona que te invitó.',
      '¿Creas tu propia app? Las páginas se listan con <code>GET /v1/connections/pages</code>. Consulta, en inglés, ' +
        '<a href="/docs/guides/connecting" hreflang="en">Connecting accounts</a>.',
    ],
    failed: 'No se conectó ninguna cuenta',
    tryAgain: 'Vuelve a la app e inténtalo de nuevo.',
    unknown: 'Algo salió mal.',
    nothing: 'Aquí no hay nada que ver. Esta página aparece después de conectar una cuenta.',
  },
  fr: {
    connected: (network) => `${network} est connecté`,
    close: 'Vous pouvez fermer cette fenêtre.',
    choose: (network) => `Choisissez une page ${network}`,
    whoChooses: [
      'L’accès est accordé. Ce compte a plusieurs pages. Choisissez-en une dans les 24 heures, dans l’application d’où ' +
        'vous venez, ou demandez à la personne qui vous a invité.',
      'Vous créez votre propre application ? Listez les pages avec <code>GET /v1/connections/pages</code>. Voyez, en ' +
        'anglais, <a href="/docs/guides/connecting" hreflang="en">Connecting accounts</a>.',
    ],
    failed: 'Aucun compte n’est connecté',
    tryAgain: 'Revenez à l’application et réessayez.',
    unknown: 'Une erreur s’est produite.',
    nothing: 'Rien à afficher ici. Cette page apparaît après la connexion d’un compte.',
  },
}

/**
 * The page on which a sign-in ends unless the operator has configured another. A link to it can only select one of
 * these texts: nothing from the URL appears on the page.
 */
export function connectedPage(
  connectors: Connectors,
  query: Readonly<Record<string, unknown>>,
  language: Language,
): string {
  const say = words[language]
  const nameOf = (platform: unknown) => {
    const network = typeof platform === 'string' ? readPlatform(platform) : null
    return network ? connectors[network]?.limits.name : undefined
  }
  const render = (title: string, paragraphs: readonly string[]) =>
    renderPage({ language, title: escapeHtml(title), body: paragraphs.map((html) => `<p>${html}</p>`) })

  const connected = nameOf(query.connected)
  if (connected) return render(say.connected(connected), [say.close])
  const choose = nameOf(query.choose)
  if (choose) return render(say.choose(choose), say.whoChooses)
  if (query.error !== undefined) {
    const code = findRefusal(query.error)
    const sentence = code ? sayRefusal({ code, message: withoutMarks(refusals[code].title) }, language) : say.unknown
    return render(say.failed, [escapeHtml(sentence), say.tryAgain])
  }
  return render('Posthorn', [say.nothing])
}

const findRefusal = (code: unknown): RefusalCode | null =>
  typeof code === 'string' && Object.hasOwn(refusals, code) ? (code as RefusalCode) : null

const withoutMarks = (title: string): string => title.replace(/`([^`]+)`/g, '$1')
