import type { Messages } from '../en/index.ts'

export const walks: Messages['walks'] = {
  steps: 'Schritte',
  earlier: (count) => (count === 1 ? '1 früherer' : `${count} frühere`),
  done: {
    look: 'Konto OK',
    prepare: 'Vorbereitet',
    send: 'Dateien hochgeladen',
    wait: 'Verarbeitet',
    publish: 'Veröffentlicht',
    name: 'Link vorhanden',
    again: 'Neu gestartet',
    comment: 'Kommentar gepostet',
  },
  partDone: (part) => `Teil ${part} veröffentlicht`,
  now: {
    look: 'Konto wird geprüft',
    prepare: 'Wird vorbereitet',
    send: 'Dateien werden hochgeladen',
    wait: 'Wird verarbeitet',
    publish: 'Wird veröffentlicht',
    name: 'Link wird abgerufen',
    again: 'Wird neu gestartet',
    comment: 'Kommentar wird gepostet',
  },
  doubt: {
    found: 'Antwort verloren · Beitrag gefunden',
    not_found: 'Geprüft · Beitrag nicht gefunden',
    looked_for: 'Antwort verloren · wird geprüft',
  },
  sent: (network) => `An ${network} gesendet`,
  changed: 'weicht von deinem Text ab',
  asSent: 'Wie gesendet',
  files: { image: 'Bild', video: 'Video', document: 'Dokument', audio: 'Audio' },
  noAlt: 'kein Alternativtext',
  gone: 'gelöscht',
  title: 'Titel',
  link: 'Link',
  firstComment: 'Erster Kommentar',
}

export const approvals: Messages['approvals'] = {
  title: 'Freigabe',
  lead: (given, required) => `${given} von ${required} Freigaben`,
  status: {
    not_required: 'Nicht erforderlich',
    needed: 'Vor dem Veröffentlichen erforderlich',
    requested: 'Angefragt',
    approved: 'Freigegeben',
    rejected: 'Abgelehnt',
  },
  request: 'Freigabe anfragen',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  rejectTitle: 'Diesen Beitrag ablehnen?',
  rejectLead: 'Er wird wieder zum Entwurf. Wer ihn geschrieben hat, sieht deine Begründung.',
  reason: 'Begründung',
  asked: (when) => `${when} angefragt`,
  decided: {
    approved: (when) => `${when} freigegeben`,
    rejected: (when) => `${when} abgelehnt`,
  },
  guest: (name) => `${name} (Kunde)`,
  notCounted: '(zählt nicht)',
  publishedApproved: 'Veröffentlicht wurde, was freigegeben war.',
  publishedOther: 'Veröffentlicht wurde etwas anderes, als freigegeben war.',
  outdated: '(seitdem bearbeitet)',
}

export const sharing: Messages['sharing'] = {
  title: 'Vorschaulinks',
  lead: 'Zeig diesen Beitrag Personen ohne Posthorn-Konto, so wie er in jedem Netzwerk aussieht.',
  create: 'Neuer Vorschaulink',
  inviteClient: 'Kunden einladen',
  createLead: 'Wer den Link hat, kann diesen Beitrag sehen, bis der Link abläuft oder du ihn widerrufst.',
  link: 'Link',
  views: (count) => (count === 1 ? '1 Aufruf' : `${count} Aufrufe`),
  withComments: 'mit Kommentaren',
  withoutComments: 'ohne Kommentare',
  until: (when) => `läuft ab: ${when}`,
  forGood: 'läuft nie ab',
  revoke: 'Widerrufen',
  works: 'Läuft ab nach',
  lives: { week: '1 Woche', month: '1 Monat', never: 'Nie' },
  allowComments: 'Kommentare erlauben',
  make: 'Link erstellen',
  comments: 'Kommentare von Kunden',
  fine: 'Einverstanden',
  removeComment: (name) => `Entfernen: Kommentar von ${name}`,
  reply: 'Auf Kundenkommentare antworten',
  replyHint: 'Alle mit einem Vorschaulink, der Kommentare erlaubt, lesen das. Sie werden nicht benachrichtigt.',
  sendReply: 'Senden',
  fromTeam: 'Aus dem Team',
}

export const fanOut: Messages['fanOut'] = {
  open: 'In andere Marken kopieren\u00A0…',
  title: 'In andere Marken kopieren',
  lead: 'Jede Marke erhält einen eigenen Entwurf für ihre eigenen Konten. Schlägt einer fehl, wird keiner erstellt.',
  noOthers: 'Du hast keine anderen Marken. Erstelle zuerst eine.',
  ownText: (profile) => `Eigener Text für ${profile}`,
  make: (count) =>
    count === 0 ? 'Entwürfe erstellen' : count === 1 ? '1 Entwurf erstellen' : `${count} Entwürfe erstellen`,
}

export const recycling: Messages['recycling'] = {
  title: 'Recycling',
  lead: 'Veröffentliche diesen Beitrag alle paar Tage erneut, bis du es beendest.',
  isOn: (days) => (days === 1 ? 'Erscheint jeden Tag erneut.' : `Erscheint alle ${days} Tage erneut.`),
  days: 'Abstand (Tage)',
  variations: 'Alternative Texte (im Wechsel)',
  variationsHint: 'Trenne die Texte durch eine Leerzeile.',
  repeatsRefused: 'X lehnt wiederholte Texte ab. Füge einen alternativen Text hinzu.',
  open: 'Einrichten',
  start: 'Starten',
  change: 'Speichern',
  confirm: 'Trotzdem starten',
  stop: 'Beenden',
}

export const stuck: Messages['stuck'] = {
  title: 'Das dauert länger als üblich',
  lead: (when) => `Wird seit ${when} veröffentlicht. Sieh nach, worauf der Beitrag wartet.`,
  open: 'Bericht ansehen',
  report: 'Bericht zum verzögerten Beitrag',
  known: 'Was wir wissen',
  next: 'Wie es weitergeht',
  since: (status, when) => `${status} seit ${when}`,
  steps: (count) =>
    count === 0
      ? 'Noch kein Schritt abgeschlossen.'
      : count === 1
        ? '1 Schritt abgeschlossen.'
        : `${count} Schritte abgeschlossen.`,
  last: (when) => `Der letzte Schritt endete ${when}.`,
  attempts: (count) => (count === 1 ? 'Bisher 1 Versuch.' : `Bisher ${count} Versuche.`),
  looksFor: (network) =>
    `Die Antwort von ${network} ging verloren. Posthorn prüft vor dem nächsten Senden, ob der Beitrag schon da ist.`,
  triesAt: (when) => `Nächster Versuch: ${when}.`,
  waits: 'Es geht weiter, sobald das behoben ist.',
  works: 'Wird gerade gesendet. Bleibt die Antwort aus, sucht Posthorn den Beitrag, bevor es einen neuen Versuch gibt.',
  queued: 'Wartet auf einen freien Worker. Es sollte in wenigen Sekunden losgehen.',
  copy: 'Bericht kopieren',
  send: 'An Administrator senden',
  sendLead: 'Erstellt ein Support-Ticket mit dem Status jedes Kontos.',
  sent: 'Bericht gesendet.',
  post: 'Beitrag',
}

export const readBack: Messages['readBack'] = {
  title: (network) => `Online auf ${network}`,
  same: 'Stimmt mit dem Gesendeten überein',
  differs: 'Weicht vom Gesendeten ab',
  missing: 'Fehlt',
  added: 'Vom Netzwerk hinzugefügt',
  cut: '… Den Rest gibt das Netzwerk nicht zurück.',
  noFiles: 'Das Netzwerk listet keine Medien auf.',
  fileMissing: 'fehlt',
  fileAdded: 'hinzugefügt',
  fileOther: 'anderer Dateityp',
  altOther: 'anderer Alternativtext',
  state: { gone: 'Nicht mehr im Netzwerk.', closed: 'Das Netzwerk lässt Apps den Beitrag nicht lesen.' },
  unread: {
    not_published: (_network) => 'Noch nicht veröffentlicht.',
    no_id: (network) => `${network} hat keine Beitrags-ID gesendet. Deshalb lässt sich der Beitrag nicht lesen.`,
    network_closed: (network) => `${network} lässt Apps diesen Beitrag nicht lesen. Öffne ihn dort, um zu vergleichen.`,
    reads_cost: (network) => `${network} berechnet Lesezugriffe, und das Limit für diesen Monat ist aufgebraucht.`,
    account_lost: (_network) => 'Verbinde das Konto neu, um den veröffentlichten Beitrag zu sehen.',
    network_away: (network) => `${network} hat nicht geantwortet. Versuche es in einer Minute erneut.`,
  },
  readAt: (time) => `Geprüft um ${time}`,
}
