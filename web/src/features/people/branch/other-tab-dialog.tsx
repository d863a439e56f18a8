import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { modalWidths } from '@/shared/lib/constants';
import { useActiveUser } from '@/shared/session/me';
import { followOtherTab } from './switch-branch';
import { texts } from './texts';

type Props = {
  /** The user keeps unsaved work of this branch. */
  onPostpone: () => void;
};

/** The only way to continue is to switch this tab too, at once or after its unsaved work. */
export default function OtherTabDialog({ onPostpone }: Props) {
  const user = useActiveUser();
  const queryClient = useQueryClient();
  const follow = useMutation({
    mutationFn: () => followOtherTab(user, queryClient),
    onSuccess: (isFollowing) => {
      if (!isFollowing) onPostpone();
    },
  });
  return (
    <Modal
      opened
      onClose={() => {}}
      title={texts.confirmTitle}
      size={modalWidths.small}
      zIndex={500}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p style={{ margin: 0 }}>{texts.confirmText}</p>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button data-autofocus loading={follow.isPending} onClick={() => follow.mutate()}>
          {texts.continue}
        </Button>
      </Group>
    </Modal>
  );
}
