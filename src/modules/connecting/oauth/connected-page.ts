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
    close: 'You can close this page.',
    choose: (network) => `Choose a page of ${network}`,
    whoChooses: [
      'You granted access, and the account has several pages. One must be chosen within a day, either in the app that sent you here or by the person who invited you.',
      'Your own program lists them with <code>GET /v1/connections/pages</code>. <a href="/docs/guides/connecting">Connecting accounts</a> shows how.',
    ],
    failed: 'No account was connected',
    tryAgain: 'Go back to your app to try again.',
    unknown: 'Something went wrong.',
    nothing: 'This page shows the result after you connect an account. There is no result to show.',
  },
  de: {
    connected: (network) => `${network} ist verbunden`,
    close: 'Du kannst diese Seite schließen.',
    choose: (network) => `Wähle eine Seite von ${network}`,
    whoChooses: [
      'Du hast den Zugriff erlaubt, und zu dem Konto gehören mehrere Seiten. Eine davon muss innerhalb eines Tages gewählt werden: in der App, aus der du kommst, oder von der Person, die dich eingeladen hat.',
      'Ein eigenes Programm listet sie mit <code>GET /v1/connections/pages</code> auf. Wie das geht, steht auf Englisch unter <a href="/docs/guides/connecting" hreflang="en">Connecting accounts</a>.',
    ],
    failed: 'Es wurde kein Konto verbunden',
    tryAgain: 'Geh zurück zu deiner App, um es noch einmal zu versuchen.',
    unknown: 'Etwas ist schiefgegangen.',
    nothing: 'Hier steht das Ergebnis, wenn du ein Konto verbindest. Gerade gibt es keins.',
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
