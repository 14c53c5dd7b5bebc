import type { InEvery, Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { brandColorOf, brandLetter, inkOn } from '#rules/face/brand-tile.ts'
import { renderGlyph } from '#rules/face/draw-glyph.ts'
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
  readonly until: (time: string) => string
}

const words: InEvery<Words> = {
  en: {
    title: 'You’re invited to connect an account',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> invited you to connect an account to <strong>${profile}</strong>. Its members ` +
      'can publish as that account until you revoke access on the network.',
    choose: 'Choose a network, then allow access. This invitation works for one account.',
    nothing: 'There’s no network you can connect this way. Let the person who invited you know.',
    connect: (network) => `Connect ${network}`,
    handle: 'Your handle',
    server: 'Your server’s URL',
    until: (time) => `This link works until ${time}.`,
  },
  de: {
    title: 'Du bist eingeladen, ein Konto zu verbinden',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> lädt dich ein, ein Konto mit <strong>${profile}</strong> zu verbinden. ` +
      'Die Mitglieder dieser Marke können damit veröffentlichen, bis du den Zugriff beim Netzwerk widerrufst.',
    choose: 'Wähle ein Netzwerk und erlaube den Zugriff. Die Einladung gilt für ein Konto.',
    nothing:
      'Hier gibt es kein Netzwerk, das du so verbinden kannst. Sag bitte der Person Bescheid, die dich eingeladen hat.',
    connect: (network) => `${network} verbinden`,
    handle: 'Dein Handle',
    server: 'Die URL deines Servers',
    until: (time) => `Dieser Link gilt bis ${time}.`,
  },
  es: {
    title: 'Te invitaron a conectar una cuenta',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> te invitó a conectar una cuenta a <strong>${profile}</strong>. Sus miembros podrán ` +
      'publicar con esa cuenta hasta que revoques el acceso en la red.',
    choose: 'Elige una red y permite el acceso. Esta invitación vale para una cuenta.',
    nothing: 'No hay ninguna red que puedas conectar así. Avisa a la persona que te invitó.',
    connect: (network) => `Conectar ${network}`,
    handle: 'Tu nombre de usuario',
    server: 'La URL de tu servidor',
    until: (time) => `Este enlace funciona hasta: ${time}.`,
  },
  fr: {
    title: 'Vous êtes invité à connecter un compte',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> vous invite à connecter un compte à la marque <strong>${profile}</strong>. Ses ` +
      'membres peuvent alors publier avec ce compte, jusqu’à ce que vous révoquiez l’accès sur le réseau.',
    choose: 'Choisissez un réseau, puis autorisez l’accès. Cette invitation vaut pour un seul compte.',
    nothing: 'Aucun réseau ne peut être connecté ainsi. Prévenez la personne qui vous a invité.',
    connect: (network) => `Connecter ${network}`,
    handle: 'Votre identifiant',
    server: 'L’URL de votre serveur',
    until: (time) => `Ce lien fonctionne jusqu’au ${time}.`,
  },
}

/**
 * Builds the page of an invitation. It shows who invites and for what before anyone is sent to a network, because
 * members of the profile can then publish as the connected account.
 */
export function invitePage(
  token: string,
  { profileName, inviterName, avatarUrl, brandColor, note, expiresAt, platforms }: Invitation,
  language: Language,
): string {
  const say = words[language]
  // Networks that need input are listed last.
  const ordered = platforms.toSorted((one, other) => Number(one.named !== null) - Number(other.named !== null))
  const buttons = ordered.map(({ platform, network, name, named }) => {
    const start = `/v1/connections/invites/${encodeURIComponent(token)}/start/${platform}`
    const connect = `${renderGlyph(network)}${say.connect(escapeHtml(name))}`
    if (named === null) return `<a class="go" rel="nofollow" href="${start}">${connect}</a>`
    const label = named === 'identifier' ? say.handle : say.server
    return `<form class="go" action="${start}"><label>${label}<input name="${named}" required maxlength="500" autocapitalize="none" spellcheck="false"></label><button>${connect}</button></form>`
  })
  return renderPage({
    language,
    title: say.title,
    face: avatarUrl === null ? renderTile(profileName, brandColorOf(brandColor)) : renderPhoto(avatarUrl),
    body: [
      `<p>${say.about(escapeHtml(inviterName), escapeHtml(profileName))}</p>`,
      ...(note === null ? [] : [renderNote(note, inviterName)]),
      `<p>${buttons.length > 0 ? say.choose : say.nothing}</p>`,
      ...buttons,
      `<p class="until">${say.until(formatUntil(expiresAt, language))}</p>`,
    ],
  })
}

/** Renders the photo of a brand, which is from this installation. */
const renderPhoto = (url: string): string =>
  `<img class="face" src="${escapeHtml(new URL(url).pathname)}" alt="" width="48" height="48">`

/** Renders the letter of a brand on its color. The page's policy allows the color in an attribute, but not in a style. */
const renderTile = (name: string, color: string): string =>
  `<svg class="face" viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" fill="${color}"/>` +
  `<text x="24" y="31" text-anchor="middle" fill="${inkOn(color)}">${escapeHtml(brandLetter(name))}</text></svg>`

const renderNote = (note: string, inviter: string): string =>
  `<blockquote><p>${escapeHtml(note)}</p><footer>${escapeHtml(inviter)}</footer></blockquote>`

/** Formats the end of the invitation. The zone of the reader is unknown, so it is named. */
const formatUntil = (time: Date, language: Language): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`
