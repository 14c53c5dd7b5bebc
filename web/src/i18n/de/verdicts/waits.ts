/** Reasons to wait, by code. `said`: the service's own words, in English. */
export const waits: Readonly<Record<string, (said: string) => string>> = {
  paused: () => 'Dieses Netzwerk ist hier gerade angehalten.',
  account_rests: () => 'Dieses Konto hat eine Grenze des Netzwerks erreicht und macht eine Pause.',
  network_rests: () => 'Dieses Netzwerk hat gerade ein Problem. Posthorn wartet, bis es wieder geht.',
  earlier_posts: () => 'Frühere Beiträge dieses Kontos sind zuerst dran.',
  catching_up: () =>
    'Der Beitrag war während eines Ausfalls fällig. Verpasste Beiträge eines Kontos erscheinen im Abstand von einer Minute.',
  retry: (said) => `Der letzte Versuch ist gescheitert, der nächste folgt. Die Ursache: ${said}`,
  account: () => 'Das Netzwerk nimmt unseren Zugang nicht an. Verbinde das Konto neu.',
  approval: () => 'Der Beitrag wartet, bis genug Menschen ihn freigegeben haben.',
  quota: () => 'Das Kontingent des Netzwerks ist dann aufgebraucht.',
  network_works: () => 'Das Netzwerk hat den Beitrag und verarbeitet ihn noch.',
  answer_missing: () =>
    'Die Antwort des Netzwerks ging verloren. Posthorn sucht den Beitrag dort, bevor es ihn noch einmal sendet.',
}
