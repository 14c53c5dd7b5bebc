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
    title: 'You’re invited to connect an account',
    about: (inviter, profile) =>
      `<strong>${inviter}</strong> invited you to connect an account to <strong>${profile}</strong>. Its members ` +
      'can publish as that account until you revoke access on the network.',
    choose: 'Choose a network, then allow access. This invitation works for one account.',
    nothing: 'There’s no network you can connect this way. Let the person who invited you know.',
    connect: (network) => `Connect ${network}`,
    handle: 'Your handle',
    server: 'Your server’s URL',
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
