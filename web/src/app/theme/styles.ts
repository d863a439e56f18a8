// Styles of the first screen, component by component; a dialog's own come with its chunk.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Avatar.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import './font.css';
import './global.css';

// What locks the scrolling below a dialog writes this on the body for whoever inherits it. Nobody does, and each dialog that
// opens or closes would have the whole page's style worked out anew. A rule would do that whenever a style sheet comes.
CSS.registerProperty?.({
  name: '--removed-body-scroll-bar-size',
  syntax: '<length>',
  inherits: false,
  initialValue: '0px',
});
