import { Button } from '@mantine/core';
import IconMapOff from '@tabler/icons-react/dist/esm/icons/IconMapOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '@/api/errors';
import { hasDraft } from '@/shared/lib/drafts';
import { dayOf, phone } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { LeadStatus } from '@/shared/records/lead-status';
import { usePermission } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { Loaded, Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type Contact, contactQuery, referredLeadsQuery, useContactChange } from './contacts';
import classes from './contacts.module.css';
import { texts } from './texts';

const ContactDialog = onDemand(() => import('./contact-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

/** A business contact: contact details, company and owner. */
export function ContactPage({ id }: { id: number }) {
  const contact = useQuery(contactQuery(id));
  if (contact.error instanceof ApiError && contact.error.status === 404) {
    return (
      <EmptyState
        isPage
        icon={<IconMapOff size={20} />}
        title="No such contact"
        text="It doesn’t exist, or you don’t have access."
      >
        <Button component={Link} to="/app/contacts">
          {texts.title}
        </Button>
      </EmptyState>
    );
  }
  return <Loaded query={contact}>{(found) => <Shown contact={found} />}</Loaded>;
}

function Shown({ contact }: { contact: Contact }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(() =>
    hasDraft(`contact ${contact.id}`) ? 'edit' : null,
  );
  const change = useContactChange();
  const mayViewLeads = usePermission('LEAD_VIEW');
  const name = `${contact.firstName} ${contact.lastName}`;
  const remove = (yes: boolean) => {
    setDialog(null);
    if (!yes) return;
    change.mutate(
      { act: 'remove', id: contact.id },
      {
        onSuccess: () => {
          toast.success(texts.removed);
          void navigate({ to: '/app/contacts' });
        },
      },
    );
  };
  const facts: [string, ReactNode][] = [
    [texts.category, contact.category.name],
    [texts.company, contact.BusinessContactCompany?.name],
    [texts.phone, contact.phone && <a href={`tel:${contact.phone}`}>{phone(contact.phone)}</a>],
    [texts.email, contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>],
    [texts.owner, contact.ownerName],
    [texts.branch, contact.branchName],
    [texts.created, dayOf(contact.createdAt)],
  ];
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <h1>{name}</h1>
          <p className={classes.lead}>
            {[contact.category.name, contact.BusinessContactCompany?.name].filter(Boolean).join(', ')}
          </p>
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setDialog('remove')}>
            {texts.remove}
          </Button>
          <Button onClick={() => setDialog('edit')}>{texts.edit}</Button>
        </div>
      </div>
      <Panel title={texts.facts}>
        <dl className={classes.facts}>
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </Panel>
      {mayViewLeads && <ReferredLeads contactId={contact.id} />}
      <Suspense>
        {dialog === 'edit' && <ContactDialog contact={contact} onClose={() => setDialog(null)} />}
        {dialog === 'remove' && (
          <ConfirmDialog
            title={texts.remove}
            question={texts.removeQuestion(name)}
            no={texts.cancel}
            yes={texts.remove}
            onAnswer={remove}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The contact's latest referred leads, with their status. */
function ReferredLeads({ contactId }: { contactId: number }) {
  const leads = useQuery(referredLeadsQuery(contactId));
  return (
    <Panel title={texts.referred}>
      <Loaded query={leads}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.quiet}>{texts.noReferred}</p>
          ) : (
            <ul className={classes.rows} aria-label={texts.referred}>
              {rows.map((lead) => (
                <li key={lead.id}>
                  <Link to="/app/leads/$leadId" params={{ leadId: lead.id }}>
                    {lead.name}
                  </Link>
                  <span className={classes.end}>
                    <LeadStatus status={lead.status} /> {dayOf(lead.createdAt)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
