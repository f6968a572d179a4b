"""The map: views become cells or pixels, and these become strips on the screen."""
