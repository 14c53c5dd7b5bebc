export const directory = {
  on: 'Dein Firmenverzeichnis verwaltet Konten',
  off: 'Kein Firmenverzeichnis verbunden',
  offLead:
    'Setze SCIM_TOKEN auf dem Server und trage diese Adresse und das Token in Okta, Entra oder einem anderen Verzeichnis ein.',
  people: (count: number, shown: string) =>
    count === 1 ? 'Es verwaltet 1 Person.' : `Es verwaltet ${shown} Personen.`,
  last: (time: string) => `Letzte Anfrage: ${time}.`,
  never: 'Es hat noch keine Anfrage gesendet.',
  baseUrl: 'Basis-URL für das Verzeichnis',
  guide: 'Anleitung zu SCIM lesen',
  groups: 'Gruppen',
  empty: 'Noch keine Gruppen',
  emptyLead: 'Übertrage Gruppen aus deinem Verzeichnis. Hier legst du dann fest, was ihre Mitglieder dürfen.',
  members: (count: number, shown: string) => (count === 1 ? '1 Mitglied' : `${shown} Mitglieder`),
  nothing: 'Gibt noch keine Rolle',
  onBrand: (role: string, brand: string) => `${role} bei ${brand}`,
  lead: 'Wer in mehreren Gruppen ist, bekommt die höchste Rolle. Wer eine Gruppe verlässt, verliert nur, was sie gegeben hat.',
  role: 'Rolle in Posthorn',
  roleOn: (brand: string) => `Rolle bei ${brand}`,
  none: 'Keine',
}
