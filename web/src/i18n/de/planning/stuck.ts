import type { Messages } from '../../en/index.ts'

export const stuck: Messages['stuck'] = {
  title: 'Das dauert länger als üblich',
  lead: (when) =>
    `Der Beitrag ist unterwegs seit ${when}. Der Bericht sagt, worauf er wartet und was als Nächstes geschieht.`,
  open: 'Bericht öffnen',
  report: 'Bericht über einen Beitrag, der lange braucht',
  known: 'Was bekannt ist',
  next: 'Was als Nächstes geschieht',
  since: (status, when) => `${status} seit ${when}`,
  steps: (count) =>
    count === 0
      ? 'Noch kein Schritt ist getan.'
      : count === 1
        ? '1 Schritt ist getan.'
        : `${count} Schritte sind getan.`,
  last: (when) => `Der letzte endete ${when}.`,
  attempts: (count) => (count === 1 ? '1 Versuch bisher.' : `${count} Versuche bisher.`),
  looksFor: (network) =>
    `Die Antwort von ${network} ging verloren. Posthorn sucht den Beitrag dort, bevor es noch einmal sendet.`,
  triesAt: (when) => `Posthorn versucht es ${when} wieder.`,
  waits: 'Posthorn macht weiter, sobald sich das geändert hat.',
  works: 'Ein Aufruf läuft. Bleibt die Antwort aus, sucht Posthorn den Beitrag, bevor es noch einmal sendet.',
  queued: 'Er kommt an die Reihe, sobald ein Worker frei ist. Posthorn sucht ständig nach fälligen Beiträgen.',
  copy: 'Bericht als Text',
  send: 'An den Betreiber senden',
  sendLead: 'Öffnet ein Support-Ticket, das sagt, wie weit jedes Konto ist und worauf es wartet.',
  sent: 'Der Betreiber hat den Bericht.',
  post: 'Beitrag',
}
