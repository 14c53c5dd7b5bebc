import type { Messages } from '../en/index.ts'

export const adminPlaces: Messages['adminPlaces'] = {
  name: 'Administration',
  tabs: {
    overview: 'Vue d’ensemble',
    users: 'Utilisateurs',
    directory: 'Annuaire',
    queue: 'File d’attente',
    networks: 'Réseaux',
    crons: 'Tâches planifiées',
    alerts: 'Alertes',
    backups: 'Sauvegardes',
    selfTests: 'Autotests',
    auditLog: 'Journal d’audit',
    mails: 'E-mails',
    flags: 'Fonctionnalités',
    tickets: 'Demandes',
    business: 'Indicateurs commerciaux',
  },
}
