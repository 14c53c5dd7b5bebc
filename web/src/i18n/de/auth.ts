import type { Messages } from '../en/index.ts'

export const auth: Messages['auth'] = {
  signIn: 'Anmelden',
  signInTitle: 'Bei Posthorn anmelden',
  signUp: 'Konto anlegen',
  signUpTitle: 'Posthorn einrichten',
  signUpLead: 'Das erste Konto verwaltet diese Installation. Andere kannst du später einladen.',
  name: 'Dein Name',
  email: 'E-Mail',
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen.',
  code: 'Code aus deiner Authenticator-App',
  setupCode: 'Einrichtungscode',
  setupCodeHint: 'Posthorn hat ihn beim Start ausgegeben.',
  haveAccount: 'Schon ein Konto?',
  noAccount: 'Neu hier?',
  forgot: 'Passwort vergessen?',
  sessionEnded:
    'Du wurdest abgemeldet. Melde dich an, um weiterzumachen; nichts von dem, was du geschrieben hast, ist verloren.',
  welcome: 'Einmal schreiben. Posthorn veröffentlicht es überall, pünktlich und genau einmal.',
  closeWindow: 'Fertig. Du kannst dieses Fenster schließen.',
}
