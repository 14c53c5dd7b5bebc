import type { AreaMessages } from '../../en/index.ts'

export const passkeys: AreaMessages['passkeys'] = {
  button: 'Mit Passkey anmelden',
  factor: 'Passkey verwenden',
  or: 'oder',
  wrongPlace:
    'Passkeys funktionieren nur unter der öffentlichen URL dieses Servers. Öffne diese URL und versuche es noch einmal.',
  card: {
    twice: 'Dieses Gerät oder dein Passwortmanager hat schon einen Passkey für dein Konto.',
    title: 'Passkeys',
    lead: 'Melde dich mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel statt mit einem Passwort an.',
    noHttps:
      'Passkeys brauchen eine https-URL mit einem Domainnamen oder http://localhost. Bitte einen Serveradministrator, sie einzurichten.',
    noBrowser: 'Dieser Browser unterstützt keine Passkeys. Füge in einem anderen Browser einen hinzu.',
    add: 'Passkey hinzufügen',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    full: (max) => `Du hast ${max} Passkeys, mehr sind nicht möglich. Entferne einen, um einen neuen hinzuzufügen.`,
    renameNamed: (name) => `${name} umbenennen`,
    removeNamed: (name) => `${name} entfernen`,
    added: (when) => `Hinzugefügt ${when}`,
    used: (when) => `Zuletzt verwendet ${when}`,
    unused: 'Noch nicht verwendet',
    elsewhere: (host) => `Funktioniert nur unter ${host}`,
    renameTitle: 'Passkey umbenennen',
    name: 'Name',
    save: 'Speichern',
    removeTitle: (name) => `${name} entfernen?`,
    removeLead: 'Du kannst dich damit nicht mehr anmelden. Lösche ihn auch in deinem Passwortmanager.',
    toastAdded: (name) => `${name} hinzugefügt`,
    toastRemoved: 'Passkey entfernt',
  },
}
