import type { AreaMessages } from '../../en/index.ts'

export const steps: AreaMessages['steps'] = {
  label: 'Étapes',
  status: { approved: 'Approuvée', rejected: 'Refusée', current: 'À suivre', later: 'Plus tard' },
  canApprove: (names) => `Peut approuver maintenant : ${names}.`,
  submit: (names, step) =>
    step === undefined ? `Peuvent approuver\u202F: ${names}.` : `Première approbation\u202F: ${step} (${names}).`,
  more: (count) => `${count} de plus`,
  noOne:
    'Personne ne peut approuver cette publication. Demandez à un administrateur d’ajouter quelqu’un qui ne l’a pas écrite.',
  leftToOwner: 'Personne d’autre ne le peut à cette étape.',
  settings: {
    title: 'Approbations',
    lead: 'Rien n’est publié sans assez d’approbations. Toute modification demande une nouvelle approbation.',
    count: 'Approbations requises',
    countHint: 'Mettez 0 pour désactiver les approbations.',
    role: 'Rôle minimal pour approuver',
    stepsRole: 'Rôle minimal pour modifier les étapes',
    replies: 'Réponses de la boîte de réception à approuver',
    repliesThat: { none: 'Aucune', programs: 'Celles des clés API et des applis', all: 'Toutes' },
    left: 'Quelqu’un qui ne peut plus approuver',
    inSteps: 'Approuver par étapes',
    inStepsHint: 'À chaque étape, une personne approuve, dans cet ordre. Personne n’approuve deux étapes.',
    step: (no) => `Étape ${no}`,
    stepName: 'Nom',
    stepNames: ['Équipe', 'Clients'],
    stepRoles: 'Rôles qui peuvent approuver',
    stepPeople: 'Membres qui peuvent approuver',
    add: 'Ajouter une étape',
    remove: (name) => `Retirer ${name}`,
    move: { up: (name) => `Monter ${name}`, down: (name) => `Descendre ${name}` },
    moved: (name, no, total) => `${name} est l’étape ${no} sur ${total}.`,
    willWait: (count) =>
      count === 0
        ? 'Aucune publication n’est planifiée. Les nouvelles attendront l’approbation.'
        : count === 1
          ? 'Une publication planifiée attendra l’approbation et ne partira à l’heure que si elle l’obtient.'
          : `${count} publications planifiées attendront l’approbation et ne partiront à l’heure que si elles l’obtiennent.`,
    changed:
      'Les publications planifiées gardent les approbations des étapes conservées. Les nouvelles étapes doivent aussi les approuver.',
    turnedOff: 'Les publications en attente d’approbation seront publiées à leur heure.',
  },
}
