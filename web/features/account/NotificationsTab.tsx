import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OwnerMails } from '#sdk/contract/owner-mails.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { client } from '../../lib/sdk.ts';
import { SwitchInput } from '../../ui/fields/SwitchInput.tsx';
import { FieldHelp } from '../../ui/fields/TextInput.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { TabContent } from './TabContent.tsx';

const kinds = Object.keys(OwnerMails.shape) as (keyof OwnerMails)[];

const ownerMailsKey = ['account', 'mails'] as const;

/** The emails about their shares that users want. */
export function NotificationsTab() {
  const { t } = useTranslator();
  const { notifyError } = useNotifier();
  const queryClient = useQueryClient();
  const chosen = useQuery({ queryKey: ownerMailsKey, queryFn: () => client.ownerMails.get(), staleTime: 0 });
  const update = useMutation({
    mutationFn: (body: Partial<OwnerMails>) => client.ownerMails.update({ body }),
    onSuccess: (after) => queryClient.setQueryData(ownerMailsKey, after),
  });
  const { data } = chosen;

  return (
    <TabContent title={t('web.account.notifications.title')} text={t('web.account.notifications.text')}>
      <QueryStatus query={chosen} />
      {data && (
        <Panel>
          {kinds.map((kind) => (
            <SwitchInput
              key={kind}
              label={t(`web.account.notifications.kinds.${kind}`)}
              isOn={data[kind]}
              disabled={update.isPending}
              onChange={(isOn) => update.mutate({ [kind]: isOn }, { onError: notifyError })}
            />
          ))}
          <FieldHelp id="received-help" hint={t('web.account.notifications.received')} />
        </Panel>
      )}
    </TabContent>
  );
}
