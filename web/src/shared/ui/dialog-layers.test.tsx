import { Button, MantineProvider, Modal, Popover } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeDialogs, sendEscapeToTopLayer } from './dialog-layers';

const closed = vi.fn();

beforeAll(sendEscapeToTopLayer);
beforeEach(() => closed.mockClear());

const close = (name: string) => () => closed(name);
const closeButtonProps = { 'aria-label': 'Close' };

function open(children: React.ReactNode) {
  render(<MantineProvider env="test">{children}</MantineProvider>);
  return userEvent.setup();
}

test('Escape closes the topmost dialog and leaves the ones below open', async () => {
  const user = open(
    <>
      <Modal opened onClose={close('below')} closeButtonProps={closeButtonProps} />
      <Modal opened onClose={close('top')} closeButtonProps={closeButtonProps}>
        <Button data-autofocus>No</Button>
      </Modal>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'No' }));
  await user.keyboard('{Escape}');
  expect(closed.mock.calls).toEqual([['top']]);
});

test('a locked topmost dialog keeps the ones below open, too', async () => {
  const user = open(
    <>
      <Modal opened onClose={close('below')} />
      <Modal opened onClose={close('top')} withCloseButton={false} closeOnEscape={false}>
        <Button>Continue</Button>
      </Modal>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.keyboard('{Escape}');
  expect(closed).not.toHaveBeenCalled();
});

test('Escape in a popover of a dialog closes the popover', async () => {
  const user = open(
    <Modal opened onClose={close('dialog')}>
      <Popover defaultOpened onClose={close('popover')} withinPortal={false}>
        <Popover.Target>
          <Button>Filter</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <input aria-label="Value" />
        </Popover.Dropdown>
      </Popover>
    </Modal>,
  );
  await user.click(await screen.findByRole('textbox', { name: 'Value' }));
  await user.keyboard('{Escape}');
  expect(closed.mock.calls).toEqual([['popover']]);
});

test('going back closes every open dialog except a locked one', () => {
  open(
    <>
      <Modal opened onClose={close('first')} closeButtonProps={closeButtonProps} />
      <Modal opened onClose={close('locked')} closeButtonProps={{ ...closeButtonProps, disabled: true }} />
      <Modal opened onClose={close('last')} closeButtonProps={closeButtonProps} />
    </>,
  );
  closeDialogs();
  expect(closed.mock.calls).toEqual([['last'], ['first']]);
});
