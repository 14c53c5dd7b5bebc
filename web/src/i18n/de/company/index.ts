import type { AreaMessages } from '../../en/index.ts'

export const company: AreaMessages['company'] = {
  button: 'Firmenanmeldung',
  or: 'oder',
  signingIn: 'Du wirst angemeldet …',
  connecting: 'Dein Konto wird verbunden …',
  failed: 'Die Anmeldung hat nicht geklappt',
  again: 'Zurück zur Anmeldung',
  code: 'Für dein Konto brauchst du außerdem einen Code.',
  next: 'Weiter',
  faults: {
    canceled: 'Du hast die Anmeldung beim Identitätsanbieter abgebrochen. Es hat sich nichts geändert.',
    provider: 'Der Identitätsanbieter meldet ein Problem. Versuche es noch einmal oder frag deine IT.',
    incomplete: 'Diese Seite gehört zu einer Anmeldung, die hier begonnen wurde. Fang noch einmal an.',
    oauth_state_invalid:
      'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Fang noch einmal an.',
    company_sign_in_failed:
      'Mit der Antwort des Identitätsanbieters stimmt etwas nicht. Fang noch einmal an oder frag deine IT.',
    company_address_unverified:
      'Es gibt ein Konto mit deiner E-Mail-Adresse, aber nichts belegt, dass es deins ist. Melde dich mit dem Passwort an und verbinde es unter Einstellungen, Anmeldung und Sicherheit.',
    company_account_taken: 'Das Konto ist mit jemand anderem verbunden. Frag einen Administrator.',
    setup_code_required: 'Diese Installation hat noch keinen Inhaber. Zuerst muss dessen Konto erstellt werden.',
    sign_up_closed: 'Du hast hier noch kein Konto. Bitte einen Administrator, deine Firmenadresse einzuladen.',
    invite_required: 'Du hast hier noch kein Konto. Bitte einen Administrator, deine Firmenadresse einzuladen.',
    identity_provider_unavailable: 'Der Identitätsanbieter antwortet nicht. Versuche es in einer Minute noch einmal.',
  },
  elsewhere: {
    lead: 'Melde dich in einem neuen Tab wieder an und komm dann hierher zurück. Deine Arbeit bleibt erhalten.',
    open: 'Anmeldung öffnen',
    done: 'Ich bin angemeldet',
  },
  card: {
    title: 'Firmenanmeldung',
    lead: 'Melde dich mit deinem Firmenkonto statt mit einem Passwort an.',
    connect: 'Firmenanmeldung verbinden',
    connected: (email) => `Verbunden mit ${email}.`,
    connectedPlain: 'Verbunden.',
    disconnect: 'Trennen',
  },
}
