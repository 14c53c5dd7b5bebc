/** Reasons to wait, by code. `said`: the service's own words, in English. `cause`: the German sentence of its code. */
export const waits: Readonly<Record<string, (said: string, cause?: string) => string>> = {
  paused: () => 'Dieses Netzwerk ist hier gerade angehalten.',
  account_rests: (_, cause = 'Das Konto hat eine Grenze des Netzwerks erreicht.') =>
    `Dieses Konto macht eine Pause. ${cause}`,
  network_rests: (_, cause = 'Es hat gerade ein Problem.') =>
    `Posthorn lässt dieses Netzwerk eine Weile in Ruhe. ${cause}`,
  earlier_posts: () => 'Frühere Beiträge dieses Kontos sind zuerst dran.',
  catching_up: () =>
    'Der Beitrag war während eines Ausfalls fällig. Verpasste Beiträge eines Kontos erscheinen im Abstand von einer Minute.',
  retry: (said, cause) =>
    cause === undefined
      ? `Der letzte Versuch ist gescheitert, der nächste folgt. Die Ursache: ${said}`
      : `${cause} Der nächste Versuch folgt.`,
  account: () => 'Das Netzwerk nimmt unseren Zugang nicht an. Verbinde das Konto neu.',
  approval: () => 'Der Beitrag wartet, bis genug Menschen ihn freigegeben haben.',
  quota: () => 'Das Kontingent des Netzwerks ist dann aufgebraucht.',
  network_works: () => 'Das Netzwerk hat den Beitrag und verarbeitet ihn noch.',
  answer_missing: () =>
    'Die Antwort des Netzwerks ging verloren. Posthorn sucht den Beitrag dort, bevor es ihn noch einmal sendet.',
}
