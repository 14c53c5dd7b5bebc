import { sayField as sayInEnglish } from '../../en/settings/say-field.ts'

const names: Readonly<Record<string, string>> = {
  active: 'aktiv',
  approvalRequired: 'Freigaben',
  approverRole: 'wer freigibt',
  avatar: 'Bild',
  brandColor: 'Farbe',
  content: 'Text',
  cron: 'Rhythmus',
  email: 'E-Mail-Adresse',
  events: 'Ereignisse',
  firstComment: 'erster Kommentar',
  language: 'Sprache',
  locale: 'Sprache',
  media: 'Dateien',
  name: 'Name',
  note: 'Notiz',
  plan: 'Tarif',
  platforms: 'Konten',
  postId: 'Vorlage',
  profileId: 'Marke',
  readOnly: 'schreibgeschützt',
  recycle: 'Wiederveröffentlichung',
  role: 'Rolle',
  scheduledAt: 'Zeit',
  settings: 'Einstellungen der Netzwerke',
  status: 'Zustand',
  subscriptionStatus: 'Abonnement',
  tags: 'Labels',
  targets: 'Konten',
  thread: 'Thread',
  timezone: 'Zeitzone',
  title: 'Titel',
  url: 'Adresse',
}

/** Names a field that was changed: „Zeit“, of `scheduledAt`. A field that is newer than these words is named in English. */
export const sayField = (field: string): string => names[field] ?? sayInEnglish(field)
