import type { InEvery, Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderPage } from '../html-page.ts'
import type { Invitation } from './use-invite.ts'

/** Paragraphs are HTML; the names are escaped. */
interface Words {
  readonly title: string
  readonly about: (inviter: string, profile: string) => string
  readonly choose: string
  readonly nothing: string
  readonly connect: (network: string) => string
  readonly handle: string
  readonly server: string
}

const words: InEvery<Words> = {
  en: {
    title: 'Invitation to connect an account',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> invites you to connect an account to the profile <strong>${profile}</strong>. Members of the profile can then publish as that account until you revoke access at the network.`,
    choose: 'Choose a network. It will ask you to allow access. The invitation works for one account.',
    nothing: 'This installation has no network that you can connect this way. Please tell the person who invited you.',
    connect: (network) => `Connect ${network}`,
    handle: 'Your handle',
    server: 'The address of your server',
  },
  de: {
    title: 'Einladung, ein Konto zu verbinden',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> lädt dich ein, ein Konto mit der Marke <strong>${profile}</strong> zu verbinden. Die Mitglieder der Marke können dann unter diesem Konto veröffentlichen, bis du den Zugriff beim Netzwerk widerrufst.`,
    choose: 'Wähle ein Netzwerk. Es fragt dich, ob du den Zugriff erlaubst. Die Einladung gilt für ein einziges Konto.',
    nothing:
      'In dieser Installation gibt es kein Netzwerk, das du so verbinden kannst. Sag bitte der Person Bescheid, die dich eingeladen hat.',
    connect: (network) => `${network} verbinden`,
    handle: 'Dein Handle',
    server: 'Die Adresse deines Servers',
  },
}

/**
 * Builds the page of an invitation. It shows who invites and for what before anyone is sent to a network, because
 * members of the profile can then publish as the connected account.
 */
export function invitePage(
  token: string,
  { profileName, inviterName, platforms }: Invitation,
  language: Language,
): string {
  const say = words[language]
  // Networks that need input are listed last.
  const ordered = platforms.toSorted((one, other) => Number(one.named !== null) - Number(other.named !== null))
  const buttons = ordered.map(({ platform, name, named }) => {
    const start = `/v1/connections/invites/${encodeURIComponent(token)}/start/${platform}`
    const connect = say.connect(escapeHtml(name))
    if (named === null) return `<a class="go" rel="nofollow" href="${start}">${connect}</a>`
    const label = named === 'identifier' ? say.handle : say.server
    return `<form class="go" action="${start}"><label>${label}<input name="${named}" required maxlength="500" autocapitalize="none" spellcheck="false"></label><button>${connect}</button></form>`
  })
  return renderPage({
    language,
    title: say.title,
    body: [
      `<p>${say.about(escapeHtml(inviterName), escapeHtml(profileName))}</p>`,
      `<p>${buttons.length > 0 ? say.choose : say.nothing}</p>`,
      ...buttons,
    ],
  })
}
