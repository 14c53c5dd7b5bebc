import type { Messages } from '../en/index.ts'

export const walks: Messages['walks'] = {
  steps: 'Schritte',
  earlier: (count) => `${count} frühere`,
  done: {
    look: 'Konto geprüft',
    prepare: 'Vorbereitet',
    send: 'Dateien gesendet',
    wait: 'Dort verarbeitet',
    publish: 'Veröffentlicht',
    name: 'Adresse gefunden',
    again: 'Neu begonnen',
    comment: 'Kommentiert',
  },
  partDone: (part) => `Teil ${part} veröffentlicht`,
  now: {
    look: 'Prüft das Konto',
    prepare: 'Bereitet vor',
    send: 'Sendet Dateien',
    wait: 'Wird dort verarbeitet',
    publish: 'Veröffentlicht',
    name: 'Sucht die Adresse',
    again: 'Beginnt neu',
    comment: 'Kommentiert',
  },
  doubt: {
    found: 'Antwort verloren, dort gefunden',
    not_found: 'Gesucht, nicht dort',
    looked_for: 'Antwort verloren, wird gesucht',
  },
  sent: (network) => `Was ${network} bekommen hat`,
  changed: 'weicht von deinem Text ab',
  asSent: 'Wie gesendet',
  files: { image: 'Bild', video: 'Video', document: 'Dokument', audio: 'Ton' },
  noAlt: 'keine Beschreibung',
  gone: 'inzwischen gelöscht',
  title: 'Titel',
  link: 'Link',
  firstComment: 'Erster Kommentar',
}

export const approvals: Messages['approvals'] = {
  title: 'Freigabe',
  lead: (given, required) => `${given} von ${required} erteilt`,
  status: {
    not_required: 'Nicht nötig',
    needed: 'Nötig, bevor er erscheint',
    requested: 'Angefragt',
    approved: 'Freigegeben',
    rejected: 'Zurückgegeben',
  },
  request: 'Um Freigabe bitten',
  approve: 'Freigeben',
  reject: 'Zurückgeben',
  rejectTitle: 'Den Beitrag zurückgeben?',
  rejectLead: 'Er wird wieder ein Entwurf, und wer ihn schrieb, erfährt den Grund.',
  reason: 'Grund',
  decided: {
    approved: (when) => `${when} freigegeben`,
    rejected: (when) => `${when} zurückgegeben`,
  },
  outdated: '(der Beitrag hat sich seither geändert)',
  settings: {
    title: 'Freigaben',
    lead: 'Beiträge warten, bis genug Menschen sie so, wie sie sind, freigegeben haben. Jede spätere Änderung fragt neu.',
    count: 'So viele müssen freigeben',
    countHint: '0 schaltet Freigaben ab.',
    role: 'Niedrigste Rolle, die freigeben darf',
  },
}

export const sharing: Messages['sharing'] = {
  title: 'Links zum Teilen',
  lead: 'Zeig den Beitrag Menschen ohne Konto, wie ihn jedes Netzwerk zeigen wird.',
  create: 'Neuer Link',
  createLead: 'Wer den Link hat, sieht den Beitrag, bis der Link endet oder du ihn zurückziehst.',
  link: 'Link',
  views: (count) => (count === 1 ? '1-mal angesehen' : `${count}-mal angesehen`),
  withComments: 'mit Kommentaren',
  withoutComments: 'ohne Kommentare',
  until: (when) => `gilt bis ${when}`,
  forGood: 'endet nicht',
  revoke: 'Zurückziehen',
  works: 'Gilt',
  lives: { week: 'Eine Woche', month: 'Einen Monat', never: 'Bis ich ihn zurückziehe' },
  allowComments: 'Kommentare sind erlaubt',
  make: 'Link anlegen',
  comments: 'Kommentare',
  fine: 'Einverstanden',
  removeComment: (name) => `Kommentar von ${name} entfernen`,
}

export const fanOut: Messages['fanOut'] = {
  open: 'Fassungen für andere Profile…',
  title: 'Fassungen für andere Profile',
  lead: 'Jedes Profil bekommt einen eigenen Entwurf für seine eigenen Konten. Alle entstehen, oder keiner.',
  noOthers: 'Du hast noch kein weiteres Profil. Leg eines an, wenn du eine zweite Marke führst.',
  ownText: (profile) => `Eigener Text für ${profile}`,
  make: (count) =>
    count === 0 ? 'Fassungen anlegen' : count === 1 ? '1 Fassung anlegen' : `${count} Fassungen anlegen`,
}

export const recycling: Messages['recycling'] = {
  title: 'Wieder veröffentlichen',
  lead: 'Bringt den Beitrag alle paar Tage zurück, bis du es beendest.',
  isOn: (days) => `Kommt alle ${days} Tage zurück.`,
  days: 'Alle so viele Tage',
  variations: 'Andere Worte, der Reihe nach',
  variationsHint: 'Lass zwischen zwei Texten eine Zeile leer.',
  repeatsRefused: 'X weist einen Text zurück, der dort schon stand. Gib ihm andere Worte.',
  open: 'Einrichten',
  start: 'Beginnen',
  change: 'Speichern',
  confirm: 'Trotzdem',
  stop: 'Beenden',
}

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

export const readBack: Messages['readBack'] = {
  title: (network) => `Jetzt bei ${network}`,
  same: 'Genau wie gesendet',
  differs: 'Weicht vom Gesendeten ab',
  missing: 'Gesendet, aber nicht dort',
  added: 'Dort, aber nicht gesendet',
  cut: '… Mehr gibt das Netzwerk nicht zurück.',
  noFiles: 'Das Netzwerk nennt die Dateien nicht.',
  fileMissing: 'nicht dort',
  fileAdded: 'nicht gesendet',
  fileOther: 'eine andere Art von Datei',
  altOther: 'eine andere Beschreibung',
  state: { gone: 'Das Netzwerk hat ihn nicht mehr.', closed: 'Das Netzwerk lässt Apps ihn nicht lesen.' },
  unread: {
    not_published: (_network) => 'Noch ist nichts davon draußen.',
    no_id: (network) => `${network} hat nicht gesagt, welcher Beitrag es ist. Er lässt sich darum nicht lesen.`,
    network_closed: (network) => `${network} lässt Apps diesen Beitrag nicht lesen. Öffne ihn dort, um zu vergleichen.`,
    reads_cost: (network) => `${network} berechnet das Lesen, und der Betreiber hat diesen Monat nichts mehr übrig.`,
    account_lost: (_network) => 'Verbinde das Konto neu, um den Beitrag dort zu lesen.',
    network_away: (network) => `${network} hat nicht geantwortet. Sieh in einer Minute wieder nach.`,
  },
  readAt: (time) => `Gelesen um ${time}`,
}
