import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateWebhook, UpdateWebhook, Webhook, WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';

/** Of the webhooks and of their deliveries: each change of the former adds to the latter. */
const webhooksKey = ['webhooks'] as const;

export function useWebhooks() {
  return useQuery({
    queryKey: [...webhooksKey, 'list'],
    queryFn: () => client.webhooks.list(),
    staleTime: 0,
  });
}

export const useDeliveries = () =>
  usePagedQuery({
    queryKey: [...webhooksKey, 'deliveries'],
    fetchPage: (page) => client.webhooks.deliveries({ query: page }),
  });

function useWebhookMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey }),
  });
}

export const useCreateWebhook = () =>
  useWebhookMutation((body: CreateWebhook) => client.webhooks.create({ body }));

export const useUpdateWebhook = () =>
  useWebhookMutation(({ id, ...body }: UpdateWebhook & Pick<Webhook, 'id'>) =>
    client.webhooks.update({ params: { id }, body }),
  );

export const useDeleteWebhook = () =>
  useWebhookMutation((id: Webhook['id']) => client.webhooks.remove({ params: { id } }));

export const useTestWebhook = () =>
  useWebhookMutation((id: Webhook['id']) => client.webhooks.test({ params: { id } }));

export const useRedeliver = () =>
  useWebhookMutation((id: WebhookDelivery['id']) => client.webhooks.redeliver({ params: { id } }));
