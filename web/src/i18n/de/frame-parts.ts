import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const zone: Messages['zone'] = {
  title: 'Deine Zeitzone ist UTC',
  lead: (name) =>
    `Dieser Browser verwendet ${name}. Wochenberichte und wiederkehrende Beiträge können sich danach richten.`,
  choose: (name) => `${name} verwenden`,
  keep: 'UTC behalten',
}

export const live: Messages['live'] = {
  offline:
    'Du bist offline. Deine Änderungen bleiben in diesem Browser und werden gespeichert, sobald du wieder online bist.',
  noAnswer: 'Posthorn ist nicht erreichbar. Deine Änderungen bleiben in diesem Browser. Neuer Versuch läuft\u00A0…',
  interrupted: 'Live-Aktualisierung unterbrochen. Verbindung wird wiederhergestellt\u00A0… Alles andere funktioniert.',
}

export const offline: Messages['offline'] = {
  title: 'Du bist offline',
  noAnswer: 'Posthorn ist nicht erreichbar',
  lead: 'Diese Seite lädt automatisch, sobald Posthorn wieder erreichbar ist. Deine Entwürfe sind sicher.',
  write: 'Schreibe in der Zwischenzeit deinen nächsten Beitrag',
  kept: 'In diesem Browser gespeichert. Sobald Posthorn wieder erreichbar ist, wird daraus ein Entwurf.',
}

export const received: Messages['received'] = {
  title: 'Mit Posthorn geteilt',
  lead: 'Hast du das geteilt? Posthorn speichert es erst, wenn du es übernimmst.',
  use: 'Übernehmen',
  discard: 'Verwerfen',
  nothing: 'Nichts geteilt',
  nothingLead: 'Der Inhalt wurde schon übernommen oder verworfen, oder er kam von einer anderen Website.',
  saveIdea: 'Als Idee speichern',
}

export const palette: Messages['palette'] = {
  label: 'Seiten, Aktionen und Beiträge suchen',
  none: 'Keine Treffer.',
  groups: { places: 'Gehe zu', actions: 'Aktionen', profiles: 'Marken', posts: 'Beiträge' },
  actions: {
    light: 'Zum hellen Modus wechseln',
    dark: 'Zum dunklen Modus wechseln',
    keys: 'Tastenkürzel',
    asCode: 'Diese Seite als Code anzeigen',
  },
  keys: {
    title: 'Tastenkürzel',
    lead: 'Sie wirken, solange du nichts eingibst. Einzelne Tasten schaltest du unter Einstellungen › Profil aus.',
    offLead: 'Einzelne Tasten sind aus. Schalte sie unter Einstellungen › Profil ein.',
    palette: 'Suchen oder springen zu\u00A0…',
    compose: 'Neuer Beitrag',
    help: 'Tastenkürzel',
    asCode: 'Diese Seite als Code',
    rows: 'Nächste / vorige Zeile einer Liste',
    openRow: 'Zeile öffnen',
    select: 'Zeile auswählen',
    search: 'Auf dieser Seite suchen',
    today: 'Kalender: heute',
    months: 'Kalender: voriger/nächster Monat',
    days: 'Kalender: Tag wechseln',
    write: 'Kalender: neuer Beitrag am ausgewählten Tag',
    note: 'Kalender: Notiz am ausgewählten Tag',
    move: 'Kalender: ausgewählten Beitrag verschieben',
    reply: 'Posteingang: antworten',
    done: 'Posteingang: erledigt, weiter zum nächsten',
    snooze: 'Posteingang: zurückstellen',
    label: 'Posteingang: Labels',
    inboxNote: 'Posteingang: Notiz fürs Team',
    hideComment: 'Posteingang: letzten Kommentar verbergen',
    assign: 'Posteingang: zuweisen, zweimal für dich',
    reopen: 'Posteingang: wieder öffnen',
    close: 'Dialog oder Menü schließen',
  },
  asCode: {
    title: 'Diese Seite als Code',
    lead: 'Die API-Aufrufe hinter dieser Seite. Trage deinen API-Schlüssel in POSTHORN_API_KEY ein, um sie auszuführen.',
    form: 'Format',
    forms: { curl: 'curl', typescript: 'TypeScript', cli: 'Befehlszeile', mcp: 'Agent (MCP)' },
    none: {
      cli: (operation) => `${operation} gibt es in der Befehlszeile nicht. Verwende curl oder TypeScript.`,
      mcp: (operation) => `${operation} gibt es für Agenten nicht. Verwende curl oder TypeScript.`,
    },
    toolsets: (url) => `Agenten erhalten standardmäßig die wichtigsten Tools. Alle gibt es unter ${url}.`,
    keys: 'API-Schlüssel',
    reference: 'API-Referenz',
  },
}

export const weather: Messages['weather'] = {
  lead: 'Lass ein Netzwerk der Sandbox ausfallen und sieh, wie Posthorn reagiert. Echte Netzwerke sind nicht betroffen.',
  presets: {
    label: 'Vorlagen',
    outage: 'Kurzer Ausfall',
    lost: 'Verlorene Antwort',
    refusal: 'Abgelehnter Beitrag',
    rush: 'Zu viele Anfragen',
  },
  network: 'Netzwerk',
  fault: 'Störung',
  calls: 'Dauer',
  untilMended: 'Bis ich sie beende',
  next: (count) => (count === 1 ? 'Nächste Anfrage' : `Nächste ${count} Anfragen`),
  break: 'Starten',
  mend: 'Beenden',
  mendAll: 'Alle beenden',
  clear: 'Alle Netzwerke funktionieren.',
  left: (count) => `noch ${plural('de', count, { one: 'Anfrage', other: 'Anfragen' })}`,
  struck: (count) => `${plural('de', count, { one: 'Anfrage', other: 'Anfragen' })} betroffen`,
  kinds: {
    error_before: 'Meldet einen Fehler',
    reset: 'Trennt die Verbindung',
    rate_limit: 'Zu viele Anfragen',
    expired_token: 'Zugriff abgelaufen',
    revoked_token: 'Zugriff widerrufen',
    reject: 'Lehnt den Beitrag ab',
    error_after: 'Veröffentlicht, meldet aber einen Fehler',
    timeout_after: 'Veröffentlicht, antwortet aber nie',
    drop_after: 'Veröffentlicht, dann reißt die Verbindung ab',
    truncate_after: 'Veröffentlicht, sendet aber nur die halbe Antwort',
    slow: 'Antwortet 5\u00A0Sekunden später',
    slow_processing: 'Videoverarbeitung dauert 1\u00A0Minute länger',
  },
  time: 'Uhr der Sandbox',
  timeLead:
    'Stelle die Uhr der Netzwerke vor: Kennzahlen wachsen, Zugriffe laufen ab. Dein eigener Zeitplan bleibt gleich.',
  pass: { hour: '1 Stunde später', day: '1 Tag später', month: '30 Tage später' },
  ahead: (time) => `Zeit in der Sandbox: ${time}`,
}
