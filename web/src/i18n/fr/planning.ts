import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

const publications = (count: number): string => plural('fr', count, { one: 'publication', other: 'publications' })
const brouillons = (count: number): string => plural('fr', count, { one: 'brouillon', other: 'brouillons' })

const willBeHeld = (count: number): string =>
  count === 0
    ? 'Aucune publication n’est alors programmée.'
    : `${plural('fr', count, {
        one: 'publication programmée sera suspendue',
        other: 'publications programmées seront suspendues',
      })}.`

export const calendar: Messages['calendar'] = {
  title: 'Calendrier',
  view: 'Affichage',
  views: { month: 'Mois', week: 'Semaine', list: 'Liste' },
  today: 'Aujourd’hui',
  previous: { month: 'Mois précédent', week: 'Semaine précédente', list: 'Mois précédent' },
  next: { month: 'Mois suivant', week: 'Semaine suivante', list: 'Mois suivant' },
  more: (count) => `+${count} de plus`,
  empty: 'Rien de programmé',
  emptyLead: 'Programmez une publication pour la voir ici.',
  earlierDays: 'Jours précédents',
  newHere: 'Nouvelle publication ce jour-là',
  dayHolds: (day, count) => (count === 0 ? `${day}, aucune publication` : `${day}, ${publications(count)}`),
  notMoved: 'Impossible de déplacer la publication.',
  inThePast: 'Cette heure est passée. Choisissez-en une plus tardive.',
  moved: (when) => `Déplacée : ${when}`,
  newTime: 'Nouvelle heure',
  repeats: 'Répétition',
  now: (time) => `Maintenant, ${time}`,
  carrying: (when) => `${when}. Flèches pour déplacer, Entrée pour déposer, Échap pour annuler.`,
  days: 'Jours',
  week: (number) => `Semaine ${number}`,
  state: 'État',
  anyState: 'Tous les états',
  states: { draft: 'Brouillons', scheduled: 'Programmées', published: 'Publiées', failed: 'À traiter' },
  quick: {
    time: 'Heure',
    accounts: (count) => plural('fr', count, { one: 'compte', other: 'comptes' }),
    open: 'Ouvrir dans l’éditeur',
    schedule: 'Programmer',
    scheduled: (when) => `Programmée : ${when}`,
    notSaved: 'Impossible d’enregistrer le brouillon.',
    drafted: 'Brouillon enregistré',
  },
  bands: {
    title: 'Conflits de programmation',
    everything: 'Cette marque',
    grant: (when, count) => `${when ? `perd l’accès ${when}.` : 'ne peut pas publier.'} ${willBeHeld(count)}`,
    quota: (when, until, count) =>
      `atteint sa limite de publication ${when ? `${when}, ` : ''}jusqu’à ${until}. ${plural('fr', count, {
        one: 'publication programmée attend',
        other: 'publications programmées attendent',
      })} jusque-là.`,
    plan: (when, count, requiredPlan) =>
      `${when ? `Votre forfait se termine ${when}. Cette marque passe en lecture seule.` : 'Cette marque dépasse la limite du forfait de son propriétaire.'} ${willBeHeld(count)}${
        requiredPlan ? ` Passez au forfait ${requiredPlan} pour continuer à publier.` : ''
      }`,
    forward: (when, from, to) => `Passage à l’heure d’été : ${when}. De ${from} à ${to}, l’heure est sautée.`,
    back: (when, from, to) => `Passage à l’heure d’hiver : ${when}. De ${from} à ${to}, l’heure existe deux fois.`,
    short: {
      grant: (name, time) => (time ? `${name} : l’accès expire ${time}` : `${name} est suspendu`),
      quota: (name, time) => (time ? `${name} : limite atteinte ${time}` : `${name} : limite atteinte`),
      plan: (_, time) => (time ? `Fin du forfait ${time}` : 'Limite du forfait dépassée'),
      forward: 'Passage à l’heure d’été',
      back: 'Passage à l’heure d’hiver',
    },
    ways: { grant: 'Reconnecter', quota: 'Vérifier la semaine', plan: 'Voir le forfait', clock: 'Voir les heures' },
  },
  menu: 'Autres options du calendrier',
  feed: {
    open: 'S’abonner dans votre application de calendrier…',
    title: 'Flux de calendrier',
    lead: 'Voyez vos publications programmées dans Google Agenda, Calendrier d’Apple ou Outlook.',
    create: 'Créer un lien de flux',
    address: 'Lien du flux',
    once: 'Copiez-le maintenant. Il ne sera plus affiché. Toute personne qui a le lien voit votre programme.',
    made: (when) => `Créé ${when}`,
    revoke: 'Révoquer',
  },
}

export const queue: Messages['queue'] = {
  title: 'File d’attente',
  summary: (count, hasMore, when) =>
    `${count}${hasMore ? '+' : ''} ${count < 2 ? 'programmée' : 'programmées'} · prochaine ${when}`,
  jump: 'Aller à une date',
  fromNow: 'À partir de maintenant',
  later: 'Publications suivantes',
  underWay: 'En cours de publication',
  count: publications,
  empty: 'Votre file d’attente est vide',
  emptyLead: 'Programmez une publication ou publiez maintenant.',
  emptyWithDrafts: (count) =>
    `Vous avez ${plural('fr', count, { one: 'brouillon prêt', other: 'brouillons prêts' })} à programmer.`,
  planDrafts: (count) => `Programmer ${brouillons(count)}`,
  allScheduled: 'Voir toutes les publications programmées',
  look: 'Voir',
  tryNow: 'Réessayer maintenant',
  plan: {
    title: 'Programmer vos brouillons',
    lead: 'Chaque brouillon prend le prochain créneau libre. Rien n’est programmé avant votre confirmation.',
    perDay: 'Publications par jour',
    from: 'Premier jour',
    slots: 'Créneaux',
    noSlots: 'Laissez vide pour prendre vos meilleurs moments, ou des heures réparties sur la journée.',
    newSlot: 'Ajouter un créneau',
    addSlot: 'Ajouter l’heure',
    notAdded: 'Ajoutez cette heure ou effacez-la.',
    removeSlot: (time) => `Retirer ${time}`,
    drafts: 'Brouillons et heures',
    apply: (count) => `Programmer ${publications(count)}`,
    done: (count) => plural('fr', count, { one: 'publication programmée', other: 'publications programmées' }),
  },
}

export const recurring: Messages['recurring'] = {
  title: 'Publications récurrentes',
  lead: 'Des publications qui se répètent, comme un plat de la semaine.',
  create: 'Répéter une publication',
  editTitle: 'Modifier la répétition',
  empty: 'Aucune publication récurrente',
  emptyLead: 'Choisissez une publication et sa fréquence. Posthorn en publie une nouvelle copie à chaque fois.',
  status: { active: 'Active', paused: 'En pause', ended: 'Terminée', cancelled: 'Supprimée' },
  next: (when, distance) => `Prochaine : ${when}, ${distance}`,
  runs: (count) => `publiée ${count} fois`,
  neverRan: 'pas encore publiée',
  inZone: (zone) => `heure de ${zone}`,
  templateGone: 'La publication d’origine a été supprimée.',
  nextRuns: 'Publications à venir',
  noRuns: 'Plus aucune publication prévue.',
  skip: 'Passer',
  move: 'Déplacer…',
  moveTitle: 'Déplacer cette publication',
  restore: 'Rétablir',
  skipped: 'passée',
  moved: (from) => `déplacée, avant : ${from}`,
  runActions: (when) => `Modifier ${when}`,
  actions: (name) => `Actions pour « ${name} »`,
  edit: 'Modifier la répétition',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  remove: 'Supprimer',
  removeTitle: 'Supprimer cette répétition ?',
  removeLead: 'Il n’y aura plus de nouvelle copie. Ce qui est publié reste en ligne.',
  failed: 'Impossible d’enregistrer la répétition.',
  openPost: 'Ouvrir la publication',
  form: {
    post: 'Publication',
    postHint:
      'Chaque fois, une copie de la publication est publiée dans son état du moment. Modifiez-la quand vous voulez.',
    noPosts: 'Aucune publication pour l’instant. Enregistrez d’abord un brouillon.',
    name: 'Nom',
    nameHint: 'Facultatif. Par exemple « Bonjour du lundi ».',
    zone: 'Fuseau horaire',
    ownZone: (zone) => `Mon fuseau horaire${zone && ` (${zone})`}`,
    authorsZone: (zone) => `Fuseau horaire de l’auteur${zone && ` (${zone})`}`,
    end: 'Fin',
    ends: { never: 'Jamais', date: 'À une date', count: 'Après un nombre de publications' },
    endAt: 'Dernier jour',
    maxRuns: 'Nombre de publications',
    preview: 'Publie',
    start: 'Commencer la répétition',
  },
}

export const rehearsal: Messages['rehearsal'] = {
  open: 'Vérifier la semaine',
  title: 'Simulation',
  lead: 'Cherchez les problèmes de votre programme. Rien n’est envoyé.',
  span: 'Jours à vérifier',
  days: (count) => plural('fr', count, { one: 'jour', other: 'jours' }),
  empty: 'Rien de programmé ces jours-là',
  emptyLead: 'Programmez une publication pour voir quand elle part et ce qui pourrait la bloquer.',
  counted: (deliveries, posts) =>
    `${plural('fr', deliveries, { one: 'envoi', other: 'envois' })} pour ${publications(posts)}`,
  verdicts: { on_time: 'À l’heure', later: 'En retard', stopped: 'Bloquée' },
  goesOut: (when) => `Publiée ${when}`,
  ends: (when) => `L’accès à ce compte expire ${when} : la publication sera suspendue. Reconnectez-le avant.`,
  more: 'Seules les 200 premières publications sont affichées.',
  limits:
    'D’après les limites des réseaux, ce que vous avez déjà publié et l’état de vos comptes. Les pannes des réseaux ' +
    'ne se prévoient pas.',
}

export const rhythm: Messages['rhythm'] = {
  words: {
    minutes: (every) => (every === 1 ? 'Toutes les minutes' : `Toutes les ${every} minutes`),
    hours: (every, minute) =>
      `${every === 1 ? 'Toutes les heures' : `Toutes les ${every} heures`} à la minute ${minute}`,
    daily: (time) => `Chaque jour à ${time}`,
    workdays: (time) => `Du lundi au vendredi à ${time}`,
    weekly: (days, time) => `Chaque ${days} à ${time}`,
    monthly: (day, time) => `Le ${day} de chaque mois à ${time}`,
  },
  howOften: 'Fréquence',
  kinds: {
    minutes: 'Plusieurs fois par heure',
    hours: 'Plusieurs fois par jour',
    daily: 'Chaque jour',
    workdays: 'Du lundi au vendredi',
    weekly: 'Certains jours de la semaine',
    monthly: 'Une fois par mois',
    cron: 'Personnalisée (cron)',
  },
  every: 'Tous les',
  minute: 'À la minute',
  weekdays: 'Jours de la semaine',
  monthDay: 'Jour du mois',
  shortMonths: 'Rien dans les mois sans ce jour.',
  time: 'À',
  cron: 'Expression cron',
  cronHint: 'Cinq champs : minute, heure, jour du mois, mois, jour de la semaine. Par exemple 30 8 * * MON-FRI.',
}
